#!/bin/bash
#SBATCH --time=8:00:00
#SBATCH --signal=B:USR1@120
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --gres=gpu:2

trap 'touch CHECKPOINT; scontrol requeue $SLURM_JOB_ID' USR1
python train.py --resume latest &
wait
