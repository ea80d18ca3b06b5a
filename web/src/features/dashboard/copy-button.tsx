import { Button, type ButtonProps } from '@mantine/core';
import { CheckIcon, CopyIcon } from 'lucide-react';
import { useState } from 'react';
import { useSessionCheck } from '../../lib/session-guard.js';

/** Copies a text and confirms it, or says that the browser does not allow it. */
export function CopyButton({
  text,
  words,
  ...buttonProps
}: {
  text: string;
  words: { copy: string; copied: string; cannotCopy: string };
} & Pick<ButtonProps, 'size' | 'variant' | 'disabled'>) {
  const checkSession = useSessionCheck();
  const [copied, setCopied] = useState<boolean>();

  async function copy() {
    void checkSession();
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch (error) {
      console.warn('The browser does not let this page copy', error);
      setCopied(false);
    }
  }

  return (
    <Button
      variant="default"
      {...buttonProps}
      leftSection={copied ? <CheckIcon size={18} aria-hidden /> : <CopyIcon size={18} aria-hidden />}
      onClick={() => void copy()}
    >
      {copied === undefined ? words.copy : copied ? words.copied : words.cannotCopy}
    </Button>
  );
}
