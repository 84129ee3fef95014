// A short conversation to try the page with.
export const sample = `Ada: So, um, how did you, how did you get into, you know, beekeeping?
Ben: Well, I, uh, I started with one hive. My neighbour -- my neighbour had a, uh, a spare one, and he said take it on Monday, I mean on Sunday.
Ada: Uh-huh. And were you, were you scared at first?
Ben: A little. I was stung twi- twice on the, on the first day, but, um, it's, it's not as bad as people think. You just, like, stay calm.
Ada: I know you well, so I, I believe that.
Ben: We drove the honey to Leeds, uh, no, to York, and sold it all in in an hour, sort of.
`;
export const sampleName = 'sample.txt';
