/** Thrown to stop a change of pages. Its message is what to say about it, empty if the user chose to stay. */
export class Stayed extends Error {
  override name = 'Stayed'
}
