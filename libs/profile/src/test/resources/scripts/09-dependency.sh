#!/bin/bash
#SBATCH --dependency=afterok:4711
#SBATCH --kill-on-invalid-dep=yes
#SBATCH --time=10
python evaluate.py
