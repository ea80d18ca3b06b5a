import type {
  DocumentRow,
  FetchDocumentsAnswer,
  FileMetadataAnswer,
  FileUploadAnswer,
} from '@sixpence/contracts/http/documents';
import type { CoreApp } from '../core/core-app.js';
import { PATIENCE_MS } from '../eventually.js';
import { until } from '../until.js';

/** The dashboard's calls about documents, made by one signed-in user. */
export class Uploads {
  constructor(
    private readonly core: CoreApp,
    private readonly cookie: string,
  ) {}

  /** @returns the document's id, once its bytes are stored */
  async upload(originalFileName: string, fileType: string, bytes: Uint8Array): Promise<string> {
    const body = { originalFileName, fileType, fileSize: bytes.length };
    const answer = await this.core.call('POST', '/file-upload', { body, cookie: this.cookie });
    if (answer.status !== 200) throw new Error(`Upload refused with ${answer.status}`);
    const { preSignedUrl, orderId } = (await answer.json()) as FileUploadAnswer;
    const put = await fetch(preSignedUrl, {
      method: 'PUT',
      headers: { 'content-type': fileType, origin: this.core.config.PUBLIC_URL },
      body: bytes as RequestInit['body'] & Uint8Array,
    });
    if (put.status !== 200) throw new Error(`Bytes refused with ${put.status}`);
    return orderId;
  }

  async list(): Promise<DocumentRow[]> {
    const answer = await this.core.call('GET', '/fetch-documents', { cookie: this.cookie });
    if (answer.status !== 200) throw new Error(`The list was refused with ${answer.status}`);
    return ((await answer.json()) as FetchDocumentsAnswer).documents;
  }

  /**
   * The document's row once it is no longer processing. Waits like the site: core answers when there is news.
   */
  async settled(documentId: string, timeoutMs = PATIENCE_MS): Promise<DocumentRow> {
    let row: DocumentRow | undefined;
    const isSettled = async () => {
      await this.metadata(documentId);
      row = (await this.list()).find(({ orderId }) => orderId === documentId);
      return row !== undefined && row.status !== 'processing';
    };
    await until(isSettled, timeoutMs, 'the document is ready or failed');
    return row!;
  }

  async delete(documents: { orderId: string }[]): Promise<void> {
    const answer = await this.core.call('POST', '/delete-document', {
      body: { documents },
      cookie: this.cookie,
    });
    if (answer.status !== 200) throw new Error(`Deletion refused with ${answer.status}`);
  }

  /** Core answers when the document is ready or failed. It refuses after 20 s; all fields are then absent. */
  async metadata(documentId: string): Promise<Partial<FileMetadataAnswer>> {
    const path = `/fetch-file-metadata?uid=${documentId}`;
    return (await (
      await this.core.call('GET', path, { cookie: this.cookie })
    ).json()) as Partial<FileMetadataAnswer>;
  }
}
