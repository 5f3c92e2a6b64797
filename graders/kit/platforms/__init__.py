"""The platforms where classes are: what is handed to each, and what runs there.

A module of this folder is named after its platform and has a class `Here`, a Platform of base.py.
"""
