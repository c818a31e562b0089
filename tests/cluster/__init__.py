"""Tests that need an extra which most machines do not have."""
