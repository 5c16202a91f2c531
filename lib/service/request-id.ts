/** The header with which every answer carries the id that the log names its request by. */
export const REQUEST_ID = 'X-Request-Id'
