import { balanceAnswer } from '@sixpence/contracts/http/credits';
import {
  fetchDocumentsAnswer,
  fileMetadataAnswer,
  fileUploadAnswer,
  type DocumentRow,
} from '@sixpence/contracts/http/documents';
import { createCodeAnswer } from '@sixpence/contracts/http/release';
import { eventually } from '../eventually.js';

/** A user of the site, simulated by the calls that the site's own pages make. */
export class Person {
  private constructor(
    private readonly url: string,
    /** The origin of the site's pages. Behind a proxy it differs from the address of the answering core. */
    private readonly origin: string,
    private readonly cookie: string,
  ) {}

  static async signIn(
    url: string,
    account: { email: string; password: string },
    origin = url,
  ): Promise<Person> {
    const answer = await fetch(`${url}/email-login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(account),
    });
    const cookie = answer.headers.get('set-cookie')?.split(';')[0];
    if (answer.status !== 200 || cookie === undefined) {
      throw new Error(`${account.email} could not sign in: ${answer.status} ${await answer.text()}`);
    }
    return new Person(url, origin, cookie);
  }

  /**
   * Uploads a PDF and waits until it is ready.
   * @returns its row
   */
  async uploadPdf(bytes: Uint8Array, fileName?: string): Promise<DocumentRow> {
    return this.untilReady(await this.sendPdf(bytes, fileName));
  }

  /**
   * Uploads a PDF.
   * @returns its id, once the service has promised to keep it
   */
  sendPdf(bytes: Uint8Array, fileName = 'document.pdf'): Promise<string> {
    return this.send(bytes, { fileName, mediaType: 'application/pdf' });
  }

  /**
   * Uploads a document of any type.
   * @returns its id, once the service has promised to keep it
   */
  async send(bytes: Uint8Array, file: { fileName: string; mediaType: string }): Promise<string> {
    const { fileName, mediaType } = file;
    const body = { originalFileName: fileName, fileType: mediaType, fileSize: bytes.length };
    const { preSignedUrl, orderId } = fileUploadAnswer.parse(await this.post('/file-upload', body));
    const put = await fetch(new URL(preSignedUrl, this.url), {
      method: 'PUT',
      headers: { 'content-type': mediaType, origin: this.origin },
      body: new Uint8Array(bytes),
    });
    if (put.status !== 200) throw new Error(`The upload was refused: ${put.status} ${await put.text()}`);
    return orderId;
  }

  /**
   * The document's row once it is ready.
   * @throws Error with the reason when it fails
   */
  untilReady(orderId: string): Promise<DocumentRow> {
    return eventually(async () => {
      const row = (await this.documents()).find((document) => document.orderId === orderId);
      if (row?.status === 'failed')
        throw new Error(`${row.fileName} could not be prepared: ${row.reason ?? '?'}`);
      return row?.status === 'ready' ? row : undefined;
    });
  }

  async documents(): Promise<DocumentRow[]> {
    return fetchDocumentsAnswer.parse(await this.get('/fetch-documents')).documents;
  }

  async metadata(orderId: string) {
    return fileMetadataAnswer.parse(await this.get(`/fetch-file-metadata?uid=${orderId}`));
  }

  /** Six digits for the keypad. */
  async createCode(): Promise<string> {
    return createCodeAnswer.parse(await this.post('/create-code')).code;
  }

  /** In major units, as the site shows it. */
  async balance(currency = 'GBP'): Promise<number> {
    return balanceAnswer.parse(await this.post('/user-account-balance', { currency })).balance;
  }

  async chooseColor(colorOption: 'Color' | 'Black-White'): Promise<void> {
    await this.post('/set-print-color', { colorOption });
  }

  /** The headers of the browser's WebSocket upgrade. */
  headers(): { cookie: string; origin: string } {
    return { cookie: this.cookie, origin: this.origin };
  }

  get(path: string): Promise<unknown> {
    return this.call(path, { method: 'GET' });
  }

  post(path: string, body: unknown = {}): Promise<unknown> {
    return this.call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: this.origin },
      body: JSON.stringify(body),
    });
  }

  private async call(
    path: string,
    request: { method: string; headers?: Record<string, string>; body?: string },
  ): Promise<unknown> {
    const headers = { ...request.headers, cookie: this.cookie };
    const answer = await fetch(this.url + path, { ...request, headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${request.method} ${path} answered ${answer.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}
