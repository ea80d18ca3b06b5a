/** The person behind a session. */
export interface SignedIn {
  userId: string;
  sessionId: string;
  email: string;
}

/** A request as the session guard leaves it. */
export interface SignedInRequest {
  headers: { cookie?: string | undefined };
  signedIn?: SignedIn;
}
