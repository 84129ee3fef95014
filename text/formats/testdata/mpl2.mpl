[10][35]So, um, where do we, where do we start?
[36][50]/From the, uh, beginning.|/Um, please.
[52][60]Uh.
[61][92] Right. It was, you know, late.
[95][]- And dark?|- Um, very.
