#!/bin/bash --login
#SBATCH --gres=gpu:1 --time=2:00:00
#SBATCH --hold --no-requeue
XDG_RUNTIME_DIR=""
port=$((8000 + SLURM_JOB_ID % 1000))
jupyter-lab --no-browser --port=$port --ip=$(hostname)
