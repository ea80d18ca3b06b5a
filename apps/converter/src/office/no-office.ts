/** LibreOffice is missing here, or does not start: the converter's own fault, the document may do better elsewhere. */
export class NoOffice extends Error {
  override readonly name = 'NoOffice';
}
