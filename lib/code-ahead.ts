/** Fetches the code of a component and answers the component. */
type Fetch<Component> = () => Promise<{ default: Component }>

/**
 * Fetches the code of what `dynamic` made, before it is shown; undefined for other components. `dynamic` has a function for that
 * which it leaves on the inside of the component that it answers.
 */
export function codeAhead<Component>(component: Component): Promise<{ default: Component }> | undefined {
  const own = component as { preload?: Fetch<Component>; render?: { preload?: Fetch<Component> } } | undefined
  return (own?.preload ?? own?.render?.preload)?.()
}
