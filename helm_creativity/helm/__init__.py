"""The classes that HELM makes."""
