// Sends what comes on standard input to a tidytalk service while it comes, writes what is final, and goes on where it was when
// the connection breaks: nothing is lost, and nothing comes twice. It runs in browsers, too, but for the lines about process.
//
//   tidytalk serve &
//   node reconnect.mjs [ws://127.0.0.1:8780/v1/stream?latency=1s] < heard.txt
//
// Node 20 wants --experimental-websocket.

class LiveText {
  #kept = []; // messages that the server has not taken yet, as far as we know
  #taken = 0; // messages before them
  #next = 0; // of the kept ones, the next to send
  #session = ''; // with which a connection takes the stream up again
  #keep = 60; // for so many seconds
  #last = -1; // the last final event that has come
  #lost = 0; // when the connection was lost
  #socket = null; // that text can be sent on

  // final is called with each text that does not change any more, provisional with what may; done when all is settled, or
  // with an error.
  constructor(url, { final, provisional = () => {}, again = () => {}, done }) {
    this.url = new URL(url);
    this.url.searchParams.set('provisional', 'true');
    Object.assign(this, { final, provisional, again, done });
    this.#connect();
  }

  write(text) { this.#put({ text }); }
  end() { this.#put({ end: true }); }

  #put(message) {
    this.#kept.push(JSON.stringify(message));
    this.#send();
  }

  #send() {
    while (this.#socket?.readyState === WebSocket.OPEN && this.#next < this.#kept.length) {
      this.#socket.send(this.#kept[this.#next++]);
    }
  }

  #connect() {
    const url = new URL(this.url);
    if (this.#session) {
      url.searchParams.set('session', this.#session);
      url.searchParams.set('after', this.#last);
    }
    const socket = new WebSocket(url);
    socket.onmessage = (e) => this.#heard(JSON.parse(e.data), socket);
    let closed = false;
    socket.onerror = () => setTimeout(() => socket.onclose({ code: 1006, reason: 'no connection' })); // Node tells of no close where there was no connection
    socket.onclose = (e) => {
      if (closed) return;
      closed = true;
      this.#socket = null;
      if (e.code === 1000) return this.done();
      const broken = e.code === 1006 || e.code === 1005; // others say why
      this.#lost ||= Date.now();
      if (!broken || !this.#session || Date.now() - this.#lost > 1000 * this.#keep) {
        return this.done(new Error(`the stream is closed: ${e.code} ${e.reason}`));
      }
      setTimeout(() => { this.again(); this.#connect(); }, 200);
    };
  }

  #heard(m, socket) {
    if (m.received !== undefined) { // what it has taken need not be sent again
      const n = m.received - this.#taken;
      this.#kept.splice(0, n);
      this.#taken += n;
      this.#next = Math.max(0, this.#next - n);
    }
    if (m.session) {
      [this.#session, this.#keep, this.#lost, this.#next, this.#socket] = [m.session, m.keep, 0, 0, socket];
      return this.#send();
    }
    if (m.warning || m.error) console.error(m.warning ?? m.error.message);
    if (m.id === undefined) return;
    if (!m.final) return this.provisional(m.text);
    this.#last = m.id;
    this.final(m.text);
  }
}

const text = new LiveText(process.argv[2] ?? 'ws://127.0.0.1:8780/v1/stream?latency=1s', {
  final: (t) => process.stdout.write(t),
  again: () => console.error('the connection broke: again'),
  done: (error) => {
    if (error) console.error(error.message);
    process.exitCode = error ? 1 : 0;
    process.stdin.destroy();
  },
});
process.stdin.setEncoding('utf8');
process.stdin.on('data', (t) => text.write(t));
process.stdin.on('end', () => text.end());
