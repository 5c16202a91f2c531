/** What a note or a task is about. */
export interface Subject {
  kind: 'company' | 'opportunity' | 'tenant'
  id: string
}

/** The column by which the notes and tasks of a subject are read: a customer's are those of all that is theirs. */
export function columnOf({ kind }: Subject): 'customer_id' | 'opportunity_id' | 'tenant_id' {
  return kind === 'company' ? 'customer_id' : `${kind}_id`
}

/** The subject as a new note or task is stored with it. */
export function subjectColumns({ kind, id }: Subject): Record<string, string> {
  return { [`${kind}_id`]: id }
}
