import styles from '@appkit-frame/loader/protocol/design/facts.module.css'

export const FactList = ({ facts }: { facts: readonly { name: string; value: string }[] }) => (
  <dl className={`${styles.facts} ${styles['facts--well']} ${styles['facts--small']}`}>
    {facts.map(({ name, value }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <bdi>{value}</bdi>
        </dd>
      </div>
    ))}
  </dl>
)
