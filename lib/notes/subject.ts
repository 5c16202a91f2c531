/** What a note or a task is about. */
export interface Subject {
  kind: 'company' | 'opportunity' | 'tenant'
  id: string
}

/** The column that selects the notes and tasks of a subject; a customer's include those of all its records. */
export function columnOf({ kind }: Subject): 'customer_id' | 'opportunity_id' | 'tenant_id' {
  return kind === 'company' ? 'customer_id' : `${kind}_id`
}

/** The columns that store the subject of a new note or task. */
export function subjectColumns({ kind, id }: Subject): Record<string, string> {
  return { [`${kind}_id`]: id }
}
