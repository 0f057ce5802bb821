#!/usr/bin/env python3
#SBATCH --time=5
#SBATCH --cpus-per-task=2
import os
print(os.environ["SLURM_JOB_ID"])
