/** The four cases in which an extension forwards calls, in the order they are checked. */
export const FORWARDINGS = [
  { name: 'all', label: 'Always', badge: 'Forwards all' },
  { name: 'busy', label: 'When busy', badge: 'Forwards if busy' },
  { name: 'no_answer', label: 'Without an answer', badge: 'Forwards if unanswered' },
  { name: 'not_registered', label: 'When no phone is registered', badge: 'Forwards if offline' },
] as const
