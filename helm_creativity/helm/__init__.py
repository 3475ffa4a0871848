"""The classes that HELM makes. Importing this package registers the baseline models, in whichever process that is.

Only ``helm-run`` loads entry points. A Slurm worker and ``helm-summarize`` make our classes by name, which imports this
package first, so the models are known there too.
"""

from helm_creativity.helm.models import register_models

register_models()
