/**
 * Loads an external script once. The promise resolves when the script has run.
 * @throws Error when it cannot be loaded; the next call tries again
 */
export async function loadScript(address: string): Promise<void> {
  const isOfAddress = (element: HTMLScriptElement) => element.getAttribute('src') === address;
  if ([...document.scripts].some((element) => isOfAddress(element) && 'loaded' in element.dataset)) return;
  const script = document.createElement('script');
  script.src = address;
  await new Promise<void>((loaded, failed) => {
    script.addEventListener('load', () => loaded());
    script.addEventListener('error', () => {
      script.remove();
      failed(new Error(`The script at ${address} could not be loaded`));
    });
    document.head.append(script);
  });
  script.dataset['loaded'] = '';
}
