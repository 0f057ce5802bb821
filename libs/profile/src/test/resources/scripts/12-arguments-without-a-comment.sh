#!/usr/bin/env bash
for name in "$@"; do echo "[$name]"; done
