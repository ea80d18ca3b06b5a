import { z } from 'zod';
import { emailLoginRequest, footerEmailAnswer, validateSessionAnswer } from './accounts.js';
import { balanceAnswer, balanceRequest } from './credits.js';
import {
  deleteDocumentRequest,
  fetchDocumentsAnswer,
  fileMetadataAnswer,
  fileUploadAnswer,
  fileUploadRequest,
  removePagesAnswer,
  removePagesRequest,
  setPrintColorRequest,
  setPrintSidesRequest,
} from './documents.js';
import { createCodeAnswer } from './release.js';

/** One call of specification §7: who may make it, what it takes, and what a success answers. */
export interface Call {
  method: 'get' | 'post';
  path: string;
  summary: string;
  /** Whether it needs the session cookie. */
  session: boolean;
  query?: readonly string[];
  request?: z.ZodType;
  answer?: z.ZodType;
}

/** The calls of people's browsers, in the order of the specification. */
export const calls: readonly Call[] = [
  {
    method: 'get',
    path: '/validate-session',
    summary: 'Whether the cookie holds a valid session',
    session: false,
    answer: validateSessionAnswer,
  },
  {
    method: 'post',
    path: '/email-login',
    summary: 'Sign in; sets the session cookie',
    session: false,
    request: emailLoginRequest,
  },
  { method: 'post', path: '/logout-session', summary: 'End the session', session: false },
  {
    method: 'get',
    path: '/footer-email',
    summary: 'Whose session this is',
    session: true,
    answer: footerEmailAnswer,
  },
  {
    method: 'get',
    path: '/fetch-documents',
    summary: "The person's documents, with what is left of their quota",
    session: true,
    answer: fetchDocumentsAnswer,
  },
  {
    method: 'get',
    path: '/fetch-file-metadata',
    summary: 'Pages of one document; held open while it is being prepared, then 409',
    session: true,
    query: ['uid'],
    answer: fileMetadataAnswer,
  },
  {
    method: 'post',
    path: '/file-upload',
    summary: 'A signed address for one file, which is then sent there by PUT',
    session: true,
    request: fileUploadRequest,
    answer: fileUploadAnswer,
  },
  {
    method: 'post',
    path: '/remove-pages',
    summary: 'Keep these pages (1-based) and leave out the others',
    session: true,
    request: removePagesRequest,
    answer: removePagesAnswer,
  },
  {
    method: 'post',
    path: '/delete-document',
    summary: 'Delete documents at once',
    session: true,
    request: deleteDocumentRequest,
  },
  {
    method: 'post',
    path: '/set-print-sides',
    summary: 'One or two sides, for all documents',
    session: true,
    request: setPrintSidesRequest,
  },
  {
    method: 'post',
    path: '/set-print-color',
    summary: 'Colour or black-and-white, for all documents',
    session: true,
    request: setPrintColorRequest,
  },
  {
    method: 'post',
    path: '/create-code',
    summary: 'A print code of six digits; the one before it dies',
    session: true,
    request: z.object({}),
    answer: createCodeAnswer,
  },
  {
    method: 'post',
    path: '/user-account-balance',
    summary: 'What can be spent, in major units',
    session: true,
    request: balanceRequest,
    answer: balanceAnswer,
  },
];
