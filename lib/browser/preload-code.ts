/** Loads the code of a component and resolves to the component. */
type Fetch<Component> = () => Promise<{ default: Component }>

/**
 * Loads the code of a `dynamic` component before it is rendered; undefined for other components. `dynamic` has a preload function,
 * but leaves it on the inner component.
 */
export function preloadCode<Component>(component: Component): Promise<{ default: Component }> | undefined {
  const own = component as { preload?: Fetch<Component>; render?: { preload?: Fetch<Component> } } | undefined
  return (own?.preload ?? own?.render?.preload)?.()
}
