/** The person behind a session. */
export interface SignedIn {
  userId: string;
  sessionId: string;
  email: string;
  /** Whether the use of the session was stored within the last few minutes. */
  wasSeenLately: boolean;
}

/** A request after the session guard. */
export interface SignedInRequest {
  headers: { cookie?: string | undefined; 'user-agent'?: string | undefined };
  signedIn?: SignedIn;
}
