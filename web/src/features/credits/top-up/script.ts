/**
 * Loads an external script once. The promise resolves when the script has run.
 * @throws Error when it cannot be loaded; the next call tries again
 */
export async function loadScript(address: string): Promise<void> {
  const isOfAddress = (one: HTMLScriptElement) => one.getAttribute('src') === address;
  if ([...document.scripts].some((one) => isOfAddress(one) && 'loaded' in one.dataset)) return;
  const script = document.createElement('script');
  script.src = address;
  await new Promise<void>((loaded, failed) => {
    script.addEventListener('load', () => loaded());
    script.addEventListener('error', () => {
      script.remove();
      failed(new Error(`There is no script at ${address}`));
    });
    document.head.append(script);
  });
  script.dataset['loaded'] = '';
}
