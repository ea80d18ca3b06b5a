import type { PageArea } from '@sixpence/contracts/pages';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { BrokenPage } from './broken-page.js';

interface Props {
  /** The area of the page, which decides where the link of a broken page leads. */
  area: PageArea;
  /** Replaces a part that is not the whole page; without it, the whole page is replaced. */
  instead?: ReactNode;
  children: ReactNode;
}

/**
 * Replaces a page that failed. The header and footer stay. Use the address as the `key`, so that the next
 * page starts without the failure.
 */
export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    console.error('A page failed', error, componentStack);
  }

  override render() {
    const { area, instead, children } = this.props;
    if (!this.state.broken) return children;
    return instead ?? <BrokenPage area={area} />;
  }
}
