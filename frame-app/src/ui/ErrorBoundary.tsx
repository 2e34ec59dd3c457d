import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode; fallback: (retry: () => void) => ReactNode }

/** A class, because React catches what a view throws in no other way. One view may fail; the window stays. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback(() => this.setState({ hasFailed: false })) : this.props.children
  }
}
