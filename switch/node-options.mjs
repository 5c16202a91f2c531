/** How Node runs the agent: its memory stays small, and what questions leave behind is collected after 4 MB rather than 16. */
export const NODE_OPTIONS = ['--optimize-for-size', '--max-semi-space-size=4']
