// The mark of the product: crates stowed in a hold. Takes the colour of its text.

export function Logo({ size }: { readonly size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M12 2.5 21 7v10l-9 4.5L3 17V7z" strokeWidth="1.75" />
      <path d="M3 7l9 4.5L21 7M12 11.5v10" strokeWidth="1.75" />
      <path d="M7.5 4.75 16.5 9.25v4" strokeWidth="1.75" strokeLinecap="round" />
    </svg>
  );
}
