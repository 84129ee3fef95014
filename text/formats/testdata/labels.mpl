[0][18]ANN: Well, um, this is it.
[20][44]BOB: It is, it is smaller|/than I thought, uh.

[50][73]ANN: Um.
[75][120]BOB: (laughs) You know, I like it.
