import { WebSocket } from 'ws';

interface Frame {
  event: string;
  channel?: string;
  data: Record<string, unknown>;
}

export interface Opened {
  origin?: string;
  headers?: Record<string, string>;
  path?: string;
}

const waits_ms = 8_000;

/** A raw protocol socket, for things its clients would never do. Waits for conditions, never for a fixed time. */
export class LiveSocket {
  readonly frames: Frame[] = [];
  readonly ws: WebSocket;
  id = '';
  /** How it was closed; undefined while it is open. */
  closed: { code: number; reason: string } | undefined;
  #looks = new Set<() => void>();

  constructor(
    host: string,
    { origin, headers, path = '/app/facevalue?protocol=7&client=test&version=1' }: Opened = {},
  ) {
    this.ws = new WebSocket(`ws://${host}${path}`, { origin, headers });
    this.ws.on('message', (text) => {
      const frame = JSON.parse(String(text));
      if (typeof frame.data === 'string') frame.data = JSON.parse(frame.data);
      if (frame.event === 'pusher:connection_established') this.id = frame.data.socket_id;
      this.frames.push(frame);
      this.#look();
    });
    this.ws.on('close', (code, reason) => {
      this.closed = { code, reason: String(reason) };
      this.#look();
    });
    this.ws.on('error', () => {});
  }

  static async open(host: string, opened?: Opened): Promise<LiveSocket> {
    const socket = new LiveSocket(host, opened);
    await socket.frame('pusher:connection_established');
    return socket;
  }

  send(event: string, data: unknown): void {
    this.ws.send(JSON.stringify({ event, data }));
  }

  /** Waits for the first frame of this event. */
  async frame(event: string, fits: (frame: Frame) => boolean = () => true): Promise<Frame> {
    const find = () => this.frames.find((frame) => frame.event === event && fits(frame));
    await this.until(() => find() !== undefined || this.closed !== undefined, `frame ${event}`);
    const found = find();
    if (!found) throw new Error(`closed ${JSON.stringify(this.closed)} before ${event}: ${this.heard()}`);
    return found;
  }

  async code(): Promise<number> {
    await this.until(() => this.closed !== undefined, 'close');
    return this.closed!.code;
  }

  until(holds: () => boolean, what = 'condition'): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (!holds()) return;
        clearTimeout(timer);
        this.#looks.delete(look);
        resolve();
      };
      const timer = setTimeout(() => reject(new Error(`no ${what} within ${waits_ms} ms: ${this.heard()}`)), waits_ms);
      this.#looks.add(look);
      look();
    });
  }

  heard = () => JSON.stringify(this.frames.slice(-5)).slice(0, 1_000);

  #look(): void {
    for (const look of [...this.#looks]) look();
  }
}
