import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  agentFrame,
  agentRequests,
  type AgentAnswer,
  type AgentPrinter,
  type AgentRequest,
  type AgentRequestName,
  type CoreFrame,
  type OpenJobAtCore,
} from '@sixpence/contracts/agent/gateway';
import { WebSocketServer, type VerifyClientCallbackAsync, type WebSocket } from 'ws';

type Result<N extends AgentRequestName> =
  | { status: 'ok'; body: AgentAnswer<N> }
  | Exclude<Extract<CoreFrame, { type: 'answer' }>['result'], { status: 'ok' }>;
interface Contract {
  readonly agentFrame: typeof agentFrame;
  readonly agentRequests: typeof agentRequests;
}
type ScriptedAnswer<N extends AgentRequestName> = Result<N> | 'silence';
type Script = {
  [N in AgentRequestName]?: (body: AgentRequest<N>) => ScriptedAnswer<N> | Promise<ScriptedAnswer<N>>;
};

/**
 * A core for specs: speaks the gateway's contract on the loopback, answers by script, and records the
 * questions.
 */
export class ScriptedCore {
  readonly questions: { name: AgentRequestName; id: number; body: unknown }[] = [];
  /** The `hello` frames as received. */
  readonly hellos: unknown[] = [];
  enrolments = 0;
  script: Script = {};
  /** The bytes at any document address, to which a job's `documentPath` leads. */
  document: Buffer = Buffer.from('%PDF-1.7 three pages');
  /** Pictures by address; they replace `document` there. */
  readonly pictures = new Map<string, Buffer>();
  /** At most this many bytes of a document are sent. A longer one stays incomplete. */
  mostSentBytes = Infinity;
  printers: AgentPrinter[] = [];
  /** While set, sockets are refused with this `Retry-After` in seconds. */
  retryAfterSeconds: number | undefined;
  refusedSockets = 0;
  /** Counts the documents whose connection was closed before all their bytes were sent. */
  abortedDownloads = 0;
  timings = { stallSeconds: 600, idleSeconds: 60 };
  /** The open jobs in `welcome`; undefined, as a core of an earlier version leaves them out. */
  openJobs: OpenJobAtCore[] | undefined;

  /** Replaces the usual `welcome`. */
  welcome: Extract<CoreFrame, { type: 'welcome' }> | undefined;

  private readonly http: Server;
  private readonly gateway: WebSocketServer;

  /** @param contract the schemas by which frames are read: those of this version, or of an earlier one */
  constructor(private readonly contract: Contract = { agentFrame, agentRequests }) {
    this.http = createServer((request, response) => {
      if (request.url === '/agent/enrol') {
        this.enrolments += 1;
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ agentId: randomUUID(), site: 'Demo library' }));
        return;
      }
      const picture = this.pictures.get(request.url ?? '');
      if (picture) {
        response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': picture.length });
        response.end(picture);
        return;
      }
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': this.document.length });
      response.on('close', () => (this.abortedDownloads += response.writableFinished ? 0 : 1));
      if (this.document.length <= this.mostSentBytes) response.end(this.document);
      else response.write(this.document.subarray(0, this.mostSentBytes));
    });
    const verifyClient: VerifyClientCallbackAsync = (_info, admit) => {
      const seconds = this.retryAfterSeconds;
      if (seconds === undefined) {
        admit(true);
        return;
      }
      this.refusedSockets += 1;
      admit(false, 429, 'Too Many Requests', { 'Retry-After': String(seconds) });
    };
    this.gateway = new WebSocketServer({ server: this.http, path: '/gateway', verifyClient });
    this.gateway.on('connection', (socket) => this.converse(socket));
  }

  async start(): Promise<void> {
    this.http.listen(0, '127.0.0.1');
    await once(this.http, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  names(): AgentRequestName[] {
    return this.questions.map((question) => question.name);
  }

  send(frame: CoreFrame | string): void {
    for (const socket of this.gateway.clients) {
      socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
    }
  }

  /** Terminates every connection without a close frame, as a killed process does. */
  cut(): void {
    for (const socket of this.gateway.clients) socket.terminate();
  }

  /** Cuts every download of a document. */
  cutDocuments(): void {
    this.http.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.cut();
    this.gateway.close();
    this.cutDocuments();
    this.http.close();
    await once(this.http, 'close');
  }

  private converse(socket: WebSocket): void {
    const send = (frame: CoreFrame) => socket.send(JSON.stringify(frame));
    send({ type: 'challenge', nonce: 'nonce' });
    socket.on('message', (data: Buffer) => {
      const received: unknown = JSON.parse(data.toString());
      const frame = this.contract.agentFrame.parse(received);
      if (frame.type === 'hello') {
        this.hellos.push(received);
        const publicUrl = 'http://localhost:3000';
        const usualWelcome = { type: 'welcome', site: 'Demo library', publicUrl, ...this.timings } as const;
        const { printers, openJobs } = this;
        send(this.welcome ?? { ...usualWelcome, printers, openJobs });
        return;
      }
      if (!this.knows(frame.name)) {
        const result = { status: 'refused', code: 'request.invalid', message: 'no such question' } as const;
        send({ type: 'answer', id: frame.id, result });
        return;
      }
      this.questions.push({ name: frame.name, id: frame.id, body: frame.body });
      void this.play(frame.name, frame.body).then((result) => {
        if (result !== 'silence') send({ type: 'answer', id: frame.id, result });
      });
    });
  }

  private knows(name: string): name is AgentRequestName {
    return Object.hasOwn(this.contract.agentRequests, name);
  }

  private async play<N extends AgentRequestName>(name: N, body: unknown): Promise<ScriptedAnswer<N>> {
    const checked = this.contract.agentRequests[name].parse(body) as AgentRequest<N>;
    const line = this.script[name];
    return line ? line(checked) : { status: 'failed', message: 'not in the script' };
  }
}
