// A frame is a line of JSON and as many bytes behind it as its "size" says.
'use strict';

function frame(head, body) {
  // Infinity, which margin may be, is no number of JSON.
  const plain = (_, value) => (typeof value === 'number' && !Number.isFinite(value) ? String(value) : value);
  const line = Buffer.from(JSON.stringify({...head, size: body.length}, plain) + '\n');
  return body.length ? Buffer.concat([line, body]) : line;
}

// Returns a function that takes bytes as they come, and hands on the frames among them.
function reader(tell) {
  let parts = []; // of the line or the body
  let head = null;
  let missing = 0; // bytes of the body
  const whole = () => {
    const all = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    parts = [];
    return all;
  };
  return (bytes) => {
    while (bytes.length) {
      if (!head) {
        const end = bytes.indexOf(10);
        parts.push(end < 0 ? bytes : bytes.subarray(0, end));
        if (end < 0) return;
        head = JSON.parse(whole().toString());
        missing = head.size;
        bytes = bytes.subarray(end + 1);
      }
      const part = bytes.subarray(0, missing);
      parts.push(part);
      missing -= part.length;
      bytes = bytes.subarray(part.length);
      if (missing > 0) return;
      const came = {head, body: whole()};
      head = null;
      tell(came);
    }
  };
}

module.exports = {frame, reader};
