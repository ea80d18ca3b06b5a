import type { PageArea } from '@sixpence/contracts/pages';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { BrokenPage } from './broken-page.js';

interface Props {
  /** Whose way back is offered. */
  area: PageArea;
  /** What is drawn instead of a part that is not the whole page; a calm page if not given. */
  instead?: ReactNode;
  children: ReactNode;
}

/**
 * Draws a calm page in place of one that broke. What stands around it stays; give it the address as its `key`, so that
 * another page begins anew.
 */
export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    console.error('A page broke', error, componentStack);
  }

  override render() {
    const { area, instead, children } = this.props;
    if (!this.state.broken) return children;
    return instead ?? <BrokenPage area={area} />;
  }
}
