/** Texts for users: a capital letter, then words, as in "Enter a number." */
const TEXT = /^\s*[A-Z][^A-Z_\s]*\s\S/
/** The parameter with which a function queries the database. */
const DATABASE = 'supabase'

interface Written {
  node: {
    type: string
    value?: unknown
    expressions?: unknown[]
    quasis?: { value: { cooked?: string } }[]
    params?: { type: string; name?: string }[]
  }
}

/**
 * What Stryker leaves as it is: whole texts for people (what is put into a text is changed all the same), and functions that ask the
 * database, which the tests of tests/database run against a real one.
 */
const ignored = {
  shouldIgnore({ node }: Written): string | undefined {
    if (node.type === 'FunctionDeclaration' && node.params?.some(({ name }) => name === DATABASE))
      return 'a function that asks the database'
    const said =
      node.type === 'StringLiteral'
        ? node.value
        : node.type === 'TemplateLiteral' && node.expressions?.length === 0
          ? node.quasis?.[0]?.value.cooked
          : undefined
    return typeof said === 'string' && TEXT.test(said) ? 'a text for people' : undefined
  },
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'ignored', value: ignored }]
