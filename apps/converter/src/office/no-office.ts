/** LibreOffice is missing or does not start. The document may succeed at another converter. */
export class NoOffice extends Error {
  override readonly name = 'NoOffice';
}
