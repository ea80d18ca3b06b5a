/** The person behind a session. */
export interface SignedIn {
  userId: string;
  sessionId: string;
  email: string;
  /** Whether it was written down lately that the session is in use. */
  wasSeenLately: boolean;
}

/** A request as the session guard leaves it. */
export interface SignedInRequest {
  headers: { cookie?: string | undefined; 'user-agent'?: string | undefined };
  signedIn?: SignedIn;
}
