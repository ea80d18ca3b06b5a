/** LibreOffice is missing or does not start. Another converter may be able to convert the document. */
export class NoOffice extends Error {
  override readonly name = 'NoOffice';
}
