#!/bin/zsh
#SBATCH -J llm -p a100 -A nlp --gres gpu:a100:8 -N 2 --ntasks-per-node 1 -c 64 -t 3-00:00:00
#SBATCH -d singleton --gpu-bind=none -m block:block --wait-all-nodes=1
deepspeed --num_gpus 8 train.py --deepspeed ds.json
