/**
 * The Sixpence mark: a coin with a sheet of paper that comes out of it. `words` adds the name beside it, in
 * letters of `size` (a CSS length).
 */
export function Mark({ size = '1.375rem', words = false }: { size?: string; words?: boolean }) {
  return (
    <span className="sp-mark" style={{ fontSize: size }}>
      <svg
        width="1.28em"
        height="1.28em"
        viewBox="0 0 32 32"
        role="img"
        aria-label={words ? undefined : 'Sixpence'}
        aria-hidden={words}
      >
        <circle cx="14" cy="14" r="13" fill="#e3c469" />
        <circle
          cx="14"
          cy="14"
          r="10.4"
          fill="none"
          stroke="#8a6d1f"
          strokeWidth="1"
          strokeDasharray="1.4 1.6"
        />
        <path
          d="M12 9.5h14.2a1.8 1.8 0 0 1 1.8 1.8v17.9a1.8 1.8 0 0 1-1.8 1.8H13.8a1.8 1.8 0 0 1-1.8-1.8z"
          fill="#d6246e"
        />
        <path d="M14.4 11.5h11.2v15l-1.9 1.8-1.9-1.8-1.8 1.8-1.9-1.8-1.9 1.8-1.8-1.8z" fill="#fff" />
        <path d="M17 16h6M17 19.2h6M17 22.4h3.4" stroke="#1b1f3b" strokeWidth="1.5" strokeLinecap="round" />
      </svg>
      {words ? <span>Sixpence</span> : null}
    </span>
  );
}
