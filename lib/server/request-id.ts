/** Response header with the id under which the request is logged. */
export const REQUEST_ID = 'X-Request-Id'
