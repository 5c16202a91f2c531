import type { ServerResponse } from 'node:http'
import NextDocument, { type DocumentContext, Head, Html, Main, NextScript } from 'next/document'
import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react'
import { themeScript } from '@/components/ui/theme-script'
import { withInlineScripts } from '@/lib/content-security-policy'
import { sha256 } from '@/lib/sha256'

const POLICY = 'Content-Security-Policy'

export default class Document extends NextDocument<{ response?: ServerResponse }> {
  static override async getInitialProps(context: DocumentContext) {
    return { ...(await NextDocument.getInitialProps(context)), response: context.res }
  }

  override render() {
    return (
      <Html lang="en" suppressHydrationWarning>
        <HeadWithScriptPolicy response={this.props.response}>
          <meta name="color-scheme" content="light dark" />
          {/* Nothing here is for search engines. */}
          <meta name="robots" content="noindex" />
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
          <script dangerouslySetInnerHTML={{ __html: themeScript }} />
        </HeadWithScriptPolicy>
        <body>
          <Main />
          <NextScript />
        </body>
      </Html>
    )
  }
}

/**
 * Allows exactly the inline scripts of this page, by their hashes in the header: the theme's, and the one with which Next starts
 * the page, which differs from page to page. So every page with scripts is rendered when it is asked for; what is built once,
 * the pages of failures, has none. Development is left alone, since hot reload evaluates code.
 */
class HeadWithScriptPolicy extends Head {
  declare readonly props: Readonly<Head['props'] & { response: ServerResponse | undefined }>

  override render() {
    const { response } = this.props
    const rendered = super.render() as ReactElement<{ children?: ReactNode; response?: undefined }>
    const head = cloneElement(rendered, { response: undefined })
    if (process.env.NODE_ENV !== 'production' || !response) return head
    // The theme's is in the header of every response (next.config.ts).
    const scripts = Children.toArray(head.props.children).flatMap(inlineScript)
    const hashes = scripts.filter((script) => script !== themeScript).map(sha256)
    response.setHeader(POLICY, withInlineScripts(String(response.getHeader(POLICY) ?? ''), hashes))
    return head
  }
}

function inlineScript(node: ReactNode): string[] {
  if (!isValidElement<{ dangerouslySetInnerHTML?: { __html: string } }>(node) || node.type !== 'script')
    return []
  const script = node.props.dangerouslySetInnerHTML
  return script ? [script.__html] : []
}
