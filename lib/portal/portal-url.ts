/** Where customers sign in, if an address is set; the server checks it when it starts. */
export const portalUrl = () => process.env.NEXT_PUBLIC_PORTAL_URL?.trim() || undefined
