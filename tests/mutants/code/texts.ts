/** Texts for people are no rules: a capital first, then words, as in "Enter a number." */
const TEXT = /^\s*[A-Z][^A-Z_\s]*\s\S/

interface Written {
  node: { type: string; value?: unknown; expressions?: unknown[]; quasis?: { value: { cooked?: string } }[] }
}

/** What Stryker leaves as it is: whole texts for people. What is put into a text is changed all the same. */
const texts = {
  shouldIgnore({ node }: Written): string | undefined {
    const said =
      node.type === 'StringLiteral'
        ? node.value
        : node.type === 'TemplateLiteral' && node.expressions?.length === 0
          ? node.quasis?.[0]?.value.cooked
          : undefined
    return typeof said === 'string' && TEXT.test(said) ? 'a text for people' : undefined
  },
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'texts', value: texts }]
