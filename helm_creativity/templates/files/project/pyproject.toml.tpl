[build-system]
requires = ["setuptools>=64"]
build-backend = "setuptools.build_meta"

[project]
name = "<< name >>"
version = "0.1.0"
description = "<< title >>, a creativity benchmark for HELM"
requires-python = ">=3.10"
dependencies = ["helm-creativity"]

[project.entry-points."helm_creativity.benchmarks"]
<< name >> = "<< name >>"

[tool.setuptools]
packages = ["<< name >>"]

[tool.setuptools.package-data]
<< name >> = ["card.yaml", "items/*", "prompts/*"]
