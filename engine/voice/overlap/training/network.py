"""The network that is shipped: the encoder's first four layers, and a head that hears two voices at once."""
import torch
from torch import nn
from torch.nn import functional as F

from encoder import WIDTH, Encoder

# Voices are told apart best in the lower layers: the upper ones keep the words and forget who says them.
LAYERS_USED = 4
HEAD_WIDTH, MEMORY_WIDTH, DROPOUT = 96, 64, 0.3


class Head(nn.Module):
    """From what the layers give to the log-odds of an overlap in each frame."""

    def __init__(self):
        super().__init__()
        # One offset is enough for a sum.
        self.inputs = nn.ModuleList([nn.Linear(WIDTH, HEAD_WIDTH, bias=index == 0) for index in range(LAYERS_USED)])
        self.dropout = nn.Dropout(DROPOUT)
        self.around = nn.Conv1d(HEAD_WIDTH, HEAD_WIDTH, 5, padding=2)
        self.memory = nn.GRU(HEAD_WIDTH, MEMORY_WIDTH, batch_first=True, bidirectional=True)
        self.output = nn.Linear(2 * MEMORY_WIDTH, 1)

    def forward(self, layers):
        # Each layer is far louder than the one below it.
        layers = [F.layer_norm(layer, (WIDTH,)) for layer in layers]
        x = F.relu(sum(linear(self.dropout(layer)) for linear, layer in zip(self.inputs, layers)))
        x = x + F.relu(self.around(x.transpose(1, 2)).transpose(1, 2))
        x, _ = self.memory(self.dropout(x))
        return self.output(self.dropout(x))[..., 0]


class Network(nn.Module):
    """Sound (batch, samples) into log-odds (batch, frames)."""

    def __init__(self):
        super().__init__()
        self.encoder = Encoder(LAYERS_USED)
        self.head = Head()

    def forward(self, sound):
        return self.head(self.encoder(sound)[1:])

    def start_from(self, path):
        """Takes the encoder's weights; those of the layers that are not used are left behind."""
        weights = torch.load(path)
        own = self.encoder.state_dict()
        self.encoder.load_state_dict({name: weights[name] for name in own})
