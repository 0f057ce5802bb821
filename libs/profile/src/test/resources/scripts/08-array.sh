#!/bin/bash
#SBATCH --array=0-9%3
#SBATCH --time=10
#SBATCH --output=%A_%a.out
python sweep.py --index $SLURM_ARRAY_TASK_ID
