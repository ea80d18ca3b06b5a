/** Whether `recipient` is the print address, also with words after a plus: `print+mono@print.example.com`. */
export function isPrintAddress(recipient: string, printAddress: string): boolean {
  const [local, domain] = partsOf(recipient);
  const [printLocal, printDomain] = partsOf(printAddress);
  return domain === printDomain && (local === printLocal || local.startsWith(`${printLocal}+`));
}

function partsOf(address: string): [local: string, domain: string] {
  const at = address.lastIndexOf('@');
  return [address.slice(0, at).toLowerCase(), address.slice(at + 1).toLowerCase()];
}
