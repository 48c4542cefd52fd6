"""Telling open pages that something happened."""
