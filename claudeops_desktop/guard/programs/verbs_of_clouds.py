"""The commands of clouds' command lines that read: words in the order in which the tool has them, and options.

A line is ``verbs | groups``: each verb may follow each group, ``-`` is none, ``compute.disks`` is two words, and
``describe-*`` any word that begins so. Those of AWS are the names in its public models of services.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ..options import OptionTable, options


class CloudTable(NamedTuple):
    """The commands of a tool that read, each as its words, and the options that choose what they show."""

    reads: frozenset[tuple[str, ...]]
    options: OptionTable

    def reading(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return those of the first words that are a command which reads; none where they are not."""
        for length in range(min(len(words), _LONGEST), 0, -1):
            *groups, verb = words[:length]
            named = f"{verb.partition('-')[0]}-*" if "-" in verb else verb
            if words[:length] in self.reads or (*groups, named) in self.reads:
                return words[:length]
        return ()


_LONGEST = 6


@cache
def cloud_table(tool: str) -> CloudTable:
    """Parse the table of a tool."""
    reads, known = _TABLES[tool]
    found: set[tuple[str, ...]] = set()
    for line in reads.strip().splitlines():
        verbs, _, groups = line.partition("|")
        for group in groups.split():
            before = tuple(group.split(".")) if group != "-" else ()
            found |= {(*before, *verb.split(".")) for verb in verbs.split()}
    return CloudTable(frozenset(found), options(known))


_AWS = """
version help | -
describe-* list-* | accessanalyzer acm acm-pca amplify apigateway apigatewayv2 application-autoscaling appmesh apprunner athena autoscaling backup batch budgets ce cloudformation cloudfront cloudtrail cloudwatch codebuild codecommit codedeploy codepipeline cognito-idp compute-optimizer datasync deploy directconnect dlm dms docdb ds dynamodb ec2 ecr ecr-public ecs efs eks elasticache elasticbeanstalk elb elbv2 emr es events firehose fsx globalaccelerator glue guardduty health iam imagebuilder inspector2 iot kafka kinesis kms lambda lightsail logs memorydb mq mwaa neptune network-firewall opensearch organizations quicksight ram rds redshift resource-groups resourcegroupstaggingapi route53 route53domains route53resolver s3api s3control sagemaker savingsplans scheduler securityhub service-quotas servicecatalog servicediscovery ses sesv2 shield sns sqs ssm stepfunctions storagegateway support synthetics transfer waf wafv2 workspaces xray
wait | acm autoscaling cloudformation ec2 ecs eks elasticache elb elbv2 lambda rds redshift route53 s3api
ls | s3
tail filter-log-events get-log-events get-log-group-fields get-query-results | logs
get-caller-identity | sts
list | configure
get-metric-statistics get-metric-data get-dashboard get-metric-stream get-insight-rule-report | cloudwatch
get-bucket-acl get-bucket-accelerate-configuration get-bucket-cors get-bucket-encryption get-bucket-lifecycle-configuration get-bucket-location get-bucket-logging get-bucket-notification-configuration get-bucket-ownership-controls get-bucket-policy get-bucket-policy-status get-bucket-replication get-bucket-request-payment get-bucket-tagging get-bucket-versioning get-bucket-website get-object-acl get-object-attributes get-object-legal-hold get-object-lock-configuration get-object-retention get-object-tagging get-public-access-block head-bucket head-object | s3api
get-change get-checker-ip-ranges get-dnssec get-geo-location get-health-check get-health-check-count get-health-check-last-failure-reason get-health-check-status get-hosted-zone get-hosted-zone-count test-dns-answer | route53
get-account-settings get-alias get-event-source-mapping get-function-concurrency get-function-event-invoke-config get-layer-version-policy get-policy get-provisioned-concurrency-config | lambda
get-queue-attributes get-queue-url | sqs
get-endpoint-attributes get-subscription-attributes get-topic-attributes | sns
get-stack-policy get-template get-template-summary | cloudformation
get-account-password-policy get-account-summary get-group get-group-policy get-instance-profile get-policy get-policy-version get-role get-role-policy get-user get-user-policy | iam
lookup-events get-event-selectors get-trail get-trail-status | cloudtrail
get-ebs-encryption-by-default get-image-block-public-access-state get-managed-prefix-list-entries get-serial-console-access-status get-spot-placement-scores get-transit-gateway-route-table-associations get-transit-gateway-route-table-propagations search-transit-gateway-routes | ec2
get-anomalies get-cost-and-usage get-cost-and-usage-with-resources get-cost-forecast get-dimension-values get-reservation-coverage get-reservation-utilization get-rightsizing-recommendation get-savings-plans-coverage get-savings-plans-utilization get-tags get-usage-forecast | ce
get-lifecycle-policy get-repository-policy | ecr
get-resources get-tag-keys get-tag-values | resourcegroupstaggingapi
get-backup-plan get-backup-selection get-backup-vault-access-policy | backup
get-pipeline-execution get-pipeline-state | codepipeline
get-deployment get-deployment-group | deploy codedeploy
get-execution-history | stepfunctions
get-service-quota get-aws-default-service-quota | service-quotas
get-rest-api get-rest-apis get-resources get-stage get-stages get-deployments get-domain-names | apigateway
get-apis get-routes get-stages get-domain-names | apigatewayv2
get-findings get-findings-statistics get-detector | guardduty
get-service-graph get-trace-summaries | xray
get-account get-send-quota get-send-statistics | ses sesv2
get-web-acl get-sampled-requests | wafv2
get-key-policy get-key-rotation-status | kms
"""
_AWS_OPTIONS = (
    "--region: --profile: --output: --query: --color: --no-cli-pager --no-paginate --no-sign-request --version "
    "--cli-read-timeout: --cli-connect-timeout: --max-items: --page-size: --starting-token: --no-dry-run "
    "--recursive --human-readable --summarize --request-payer: --follow --since: --format: --log-stream-names: "
    "--include-deprecated --include-all-instances --no-include-all-instances --multi-az --default-only --include-public "
    "--include-shared --include-shadow-trails --no-include-shadow-trails --include-deleted-groups --interleaved "
    "--only-attached --descending --start-from-head --no-start-from-head --reverse-order --no-reverse-order "
    "--scan-on-push --show-cache-node-info --consistent-read --effective --dry-run --all-availability-zones "
    + " ".join(
        f"--{name}:"
        for name in """
account-id account-ids addon-name alarm-name alarm-name-prefix alarm-names alarm-types allocation-ids api-id
application-name application-names arn association-id association-ids attribute attribute-name attribute-names
attributes auto-scaling-group-name auto-scaling-group-names auto-scaling-instance-ids availability-zone
availability-zone-group backup-arn backup-job-id backup-vault-name bucket bundle-ids by-account-id by-created-after
by-created-before by-resource-arn by-resource-type by-state cache-cluster-id cache-cluster-ids cache-parameter-group-name
cache-subnet-group-name capacity-providers capacity-reservation-ids catalog-id certificate-arn certificate-statuses
change-id change-set-name channel cluster cluster-arn cluster-id cluster-identifier cluster-name cluster-names clusters
compatible-runtime container-instance container-instances continuation-token created-after created-before
creation-time-after creation-time-before customer-gateway-ids dashboard-name dashboard-names data-source-name
database-name db-cluster-endpoint-identifier db-cluster-identifier db-cluster-parameter-group-name
db-cluster-snapshot-identifier db-instance-class db-instance-identifier db-parameter-group-family
db-parameter-group-name db-proxy-name db-security-group-name db-snapshot-identifier db-subnet-group-name
dbi-resource-id delimiter deployment-id deployment-ids deployment-group-name desired-status dhcp-options-ids
dimensions distribution-id dns-name domain-name domain-names duration encoding-type end-date end-time endpoint-arn
endpoint-name engine engine-version environment-id environment-ids environment-name environment-names event-bus-name
event-categories event-category event-name event-source event-source-arn event-type-code exclude-entity-types
exclusive-start-table-name execution-arn expected-bucket-owner export-task-ids family family-prefix
fargate-profile-name feature-name file-system-id filter filter-criteria filter-log-group-arn filter-name-prefix
filter-pattern filters fleet-id function-name function-version gateway-arn global-cluster-identifier granularity
group-by group-id group-ids task-definition launch-template-id group-name group-names health-check-id host-ids hosted-zone-id id identifier image-id
image-ids include include-status index-name instance-id instance-ids instance-information-filter-list instance-name
instance-profile-name instance-refresh-ids instance-type instance-types instances internet-gateway-ids job-id job-ids
job-name job-queue job-queues job-status key key-marker launch-configuration-names launch-template-ids
launch-template-names launch-type lifecycle-hook-names limit listener-arn listener-arns load-balancer-arn
load-balancer-arns load-balancer-name load-balancer-names locale log-group-class log-group-identifier
log-group-identifiers log-group-name log-group-name-pattern log-group-name-prefix log-stream-name
log-stream-name-prefix logical-resource-id lookup-attributes marker max-datapoints max-keys max-records max-results
max-uploads metric-data-queries metric-name metric-name-prefix metric-namespace metrics name name-contains name-prefix
names namespace nat-gateway-ids network-acl-ids network-interface-id network-interface-ids next-marker next-token
nodegroup-name object-attributes operation-id option-group-name order order-by owner-id owner-ids owners page-token
path-prefix period physical-resource-id pipeline-execution-id pipeline-name placement-group-ids policy-arn policy-name
policy-names policy-scope policy-type policy-types prefix prefix-list-id prefix-list-ids principal-arn
product-descriptions project-name project-names protected-resource-id provisioned-status public-ips qualifier query-id
query-language queue-name queue-name-prefix queue-url queue-urls recommendation-type record-type region-name
region-names registry-id registry-ids replication-group-id replication-group-ids replication-instance-arn
replication-task-arn repository-name repository-names reservation-ids reserved-db-instance-id resource resource-arn
resource-arn-list resource-arns resource-id resource-ids resource-name resource-share-status resource-type
resource-type-filters resource-types resources rest-api-id return-consumed-capacity role-name route-table-ids
rule-arns rule-name rule-names scalable-dimension schedule-names scheduled-action-names scheduling-strategy scope
security-group-ids security-group-rule-ids serial-number service service-arn service-code service-name service-namespace
service-namespaces services severity snapshot-id snapshot-ids snapshot-type sort sort-by sort-criteria sort-key
sort-order source source-arn source-identifier source-type spot-fleet-request-id spot-instance-request-ids
stack-name stack-set-name stack-status-filter stage-name started-by start-after start-date start-record-name
start-record-type start-time state state-machine-arn state-value statistic statistics extended-statistics status
status-equals status-filter statuses stream-arn stream-name subnet-ids subscription-arn table-arn table-name tag-filters
tag-key tag-keys tag-values tags target-group-arn target-group-arns targets task-id tasks time-period time-range-started-after
topic-arn traffic-policy-id trail-name trail-name-list transit-gateway-attachment-ids transit-gateway-ids
transit-gateway-route-table-id transit-gateway-route-table-ids type types unit user-id user-name version version-id
vault-name volume-id volume-ids vpc-endpoint-ids vpc-id vpc-ids vpc-peering-connection-ids vpn-connection-ids
vpn-gateway-ids warm-pool-state web-acl-arn workspace-ids zone-ids zone-names
""".split()
    )
)

_GCLOUD = """
info version help | -
list | config auth config.configurations components projects organizations
list describe | app.instances app.services app.versions artifacts.docker.images artifacts.packages artifacts.repositories artifacts.versions builds builds.triggers certificate-manager.certificates certificate-manager.maps compute.addresses compute.backend-buckets compute.backend-services compute.commitments compute.disks compute.firewall-policies compute.firewall-rules compute.forwarding-rules compute.health-checks compute.images compute.instance-groups compute.instance-groups.managed compute.instance-groups.unmanaged compute.instances compute.interconnects compute.machine-types compute.networks compute.networks.peerings compute.networks.subnets compute.operations compute.regions compute.reservations compute.resource-policies compute.routers compute.routes compute.security-policies compute.snapshots compute.ssl-certificates compute.ssl-policies compute.target-http-proxies compute.target-https-proxies compute.target-pools compute.url-maps compute.vpn-gateways compute.vpn-tunnels compute.zones container.clusters container.images container.node-pools container.operations dataflow.jobs dataproc.clusters dataproc.jobs deploy.delivery-pipelines deploy.releases deploy.rollouts deployment-manager.deployments dns.managed-zones dns.policies dns.record-sets domains.registrations eventarc.triggers filestore.instances firestore.databases functions.regions iam.roles iam.service-accounts kms.keyrings logging.buckets logging.logs logging.metrics logging.sinks memcache.instances monitoring.dashboards monitoring.policies network-connectivity.hubs organizations projects pubsub.snapshots pubsub.subscriptions pubsub.topics redis.instances redis.regions resource-manager.folders resource-manager.tags.keys run.regions scheduler.jobs services spanner.databases spanner.instances sql.backups sql.databases sql.flags sql.instances sql.operations sql.ssl.server-ca-certs sql.tiers sql.users storage.buckets storage.objects tasks.queues workflows workflows.executions
list | functions run.services run.revisions run.jobs run.domain-mappings compute.instance-templates compute.os-inventory.instances secrets
read | logging app.logs functions.logs run.services.logs run.jobs.logs
tail | logging app.logs
get-serial-port-output get-guest-attributes | compute.instances
get-health | compute.backend-services compute.target-pools
get-status | compute.routers
list-instances list-errors | compute.instance-groups.managed
list-instances | compute.instance-groups compute.instance-groups.unmanaged
get-iam-policy | projects organizations compute.instances storage.buckets run.services pubsub.topics iam.service-accounts
get-server-config | container
get-ancestors | projects
get-value | config
ls du | storage
log | builds
describe | compute.project-info app
list-grantable-roles list-testable-permissions | iam
"""
_GCLOUD_OPTIONS = (
    "--project: --account: --configuration: --quiet -q --verbosity: --format: --filter: --limit: --page-size: --sort-by: "
    "--uri --flatten: --zone: --zones: --region: --regions: --global --location: --cluster: --instance: --service: "
    "--version: --database: --network: --freshness: --order: --resource-names: --log-filter: --bucket: --view: --port: "
    "--start: --job: --repository: --topic: --subscription: --billing-project: --impersonate-service-account: "
    "--show-tags --include-tags --all --enabled --available --recursive -r -R --long -l --readable-sizes --full "
    "--summarize -s --total -c --all-versions -a --name: --managed-only --unmanaged-only --gateway: --organization: "
    "--folder: --no-standard-images --preview-images --show-deprecated --repo: --ongoing --no-user-output-enabled "
    "--type: --zone-name: --node-pool: --delivery-pipeline: --release: --instance-group: --no-address --stream"
)

_AZ = """
version help | -
list show | account acr acr.repository advisor.recommendation aks aks.nodepool apim appservice.plan backup.item backup.job backup.policy backup.vault batch.account batch.pool cdn.endpoint cdn.profile cosmosdb deployment deployment.group deployment.sub disk dns-resolver eventgrid.topic eventhubs.eventhub eventhubs.namespace group hdinsight identity image iot.hub lock managedapp mariadb.server monitor.action-group monitor.activity-log.alert monitor.autoscale monitor.diagnostic-settings monitor.log-analytics.workspace monitor.metrics.alert mysql.flexible-server mysql.flexible-server.db mysql.server network.application-gateway network.bastion network.dns.record-set network.dns.record-set.a network.dns.record-set.cname network.dns.record-set.txt network.dns.zone network.express-route network.firewall network.front-door network.lb network.lb.probe network.lb.rule network.nat.gateway network.nic network.nsg network.nsg.rule network.private-dns.zone network.private-endpoint network.public-ip network.route-table network.route-table.route network.traffic-manager.endpoint network.traffic-manager.profile network.vnet network.vnet.peering network.vnet.subnet network.vnet-gateway network.vpn-connection network.watcher postgres.flexible-server postgres.flexible-server.db postgres.server provider ppg redis resource role.assignment role.definition security.alert servicebus.namespace servicebus.queue servicebus.topic sig signalr snapshot sql.db sql.elastic-pool sql.failover-group sql.mi sql.server storage.account storage.blob storage.container storage.share synapse.workspace tag vm vm.availability-set vm.extension vm.image vmss webapp webapp.deployment.slot
list | functionapp webapp.log ad.app ad.group ad.sp ad.user staticwebapp
get-instance-view list-sizes list-ip-addresses list-skus list-usage list-vm-resize-options | vm
get-instance-view list-instances list-skus | vmss
get-upgrades get-versions check-acr | aks
list-locations list-namespaces list-definitions | account monitor.metrics
list | monitor.metrics monitor.activity-log monitor.metrics.alert monitor.activity-log.alert
list-usages list-public-access | network.lb cdn.profile
show-effective-route-table list-effective-nsg | network.nic
show-topology show-next-hop show-status | network.watcher
show-backend-health | network.application-gateway
list-current-members | ad.signed-in-user
show-usage show-tags show-manifests | acr acr.repository
check-health check-name | acr
exists | group storage.blob storage.container storage.share
list-editions list-ops list-usages | sql.db
list-tags | resource
tail | webapp.log
logs | container containerapp
list | consumption.usage consumption.budget costmanagement.export
"""
_AZ_OPTIONS = (
    "-g: --resource-group: -n: --name: -o: --output: --query: --subscription: --only-show-errors --verbose -l: --location: "
    "--ids: --id: --resource: --resource-type: --namespace: --parent: --tag: --all -d --show-details --expand: --include: "
    "--account-name: --container-name: -c: --share-name: --prefix: --num-results: --auth-mode: --server: -s: "
    "--server-name: --nsg-name: --vnet-name: --lb-name: --zone-name: -z: --record-set-name: --cluster-name: --vm-name: "
    "--vmss-name: --instance-id: --nic-name: --route-table-name: --gateway-name: --profile-name: --type: "
    "--namespace-name: --registry: -r: --repository: --metric: --metrics: --metric-names: --metricnamespace: --interval: --offset: "
    "--start-time: --end-time: --aggregation: --filter: --orderby: --top: --dimension: --correlation-id: --caller: "
    "--status: --max-events: --select: --workspace: --workspace-name: --assignee: --scope: --role: --include-inherited "
    "--include-groups --vault-name: --policy-name: --item-name: --backup-management-type: --workload-type: --size: "
    "--zone: --publisher: --offer: --sku: --skip-quota-check --slot: --follow --tail: --container: --kubernetes-version: "
    "--display-name: --spn: --user: --start-date: --end-date: --billing-period-name: --direction: --source: --dest: "
    "--restart-required --include-default --service: --elastic-pool: --details -p: --plan:"
)

_DOCTL = """
version | -
list get | 1-click account apps.tier compute.action compute.cdn compute.certificate compute.domain compute.droplet compute.firewall compute.image compute.load-balancer compute.region compute.reserved-ip compute.size compute.snapshot compute.ssh-key compute.tag compute.volume compute.vpc databases.backups databases.db databases.events databases.firewalls databases.maintenance-window databases.topics invoice kubernetes.cluster kubernetes.cluster.node-pool kubernetes.options monitoring.alert projects projects.resources registry registry.repository registry.tags vpcs uptime uptime.alert
list | apps databases databases.pool databases.replica
get | balance databases.sql-mode
list | billing-history auth
actions backups kernels neighbors snapshots 1-click | compute.droplet
records.list | compute.domain
list-versions list-v2 | registry.repository
ratelimit | account
logs list-deployments get-deployment list-alerts list-regions | apps
versions regions sizes | kubernetes.options
get-upgrades list-clusters | kubernetes.cluster kubernetes
"""
_DOCTL_OPTIONS = (
    "--format: --no-header -o: --output: --context: --region: --tag-name: --type: --deployment: --follow -f --tail: "
    "--resource: --public --private --component: --no-prefix --project-id: --http-retry-max:"
)

_HCLOUD = """
version | -
list describe | certificate datacenter firewall floating-ip image iso load-balancer load-balancer-type location network placement-group primary-ip server server-type ssh-key volume storage-box zone
list | all context zone.rrset
ip metrics | server
metrics | load-balancer
active | context
describe | zone.rrset
"""
_HCLOUD_OPTIONS = "-o: --output: -l: --selector: -s: --sort: --context: --quiet --poll-interval: --type: --start: --end: --status: --architecture: -6 --ipv6"
_OTHERS = {
    "oci": (
        """
list get | compute.instance compute.image compute.shape compute.boot-volume-attachment compute.vnic-attachment compute.volume-attachment bv.boot-volume bv.volume bv.backup network.vcn network.subnet network.security-list network.route-table network.vnic network.public-ip network.nsg lb.load-balancer lb.backend lb.backend-set nlb.network-load-balancer db.system db.database db.autonomous-database db.backup os.bucket iam.compartment iam.user iam.group iam.policy iam.region iam.availability-domain monitoring.alarm monitoring.metric limits.service limits.value ce.cluster ce.node-pool fs.file-system dns.zone logging.log logging.log-group audit.event
list-vnics | compute.instance
list | os.object
""",
        "--compartment-id: -c: --region: --profile: --output: --query: --all --limit: --page-size: --page: --sort-by: "
        "--sort-order: --lifecycle-state: --display-name: --instance-id: --availability-domain: --vcn-id: --subnet-id: "
        "--bucket-name: -bn: --namespace: -ns: --name: --prefix: --fields: --cluster-id: --user-id: --load-balancer-id: "
        "--start-time: --end-time: --service-name: --auth: --vnic-id: --volume-id: --image-id: --alarm-id: --zone-name-or-id:",
    ),
    "openstack": (
        """
list show | server image flavor network subnet router port volume volume.snapshot volume.type volume.backup floating.ip security.group security.group.rule project host hypervisor aggregate availability.zone compute.service network.agent loadbalancer loadbalancer.listener loadbalancer.pool loadbalancer.member recordset zone stack stack.event stack.resource container object quota usage limits coe.cluster server.group server.event service keypair region
list | catalog extension endpoint
show | hypervisor.stats quota
show | console.log
""",
        "-f: --format: -c: --column: --long --all-projects --project: --name: --status: --host: --server: --limit: --marker: "
        "--sort: --sort-column: --fit-width --max-width: --print-empty --noindent --quote: --os-cloud: --os-region-name: "
        "--os-project-name: --region: --ip: --flavor: --image: --no-name-lookup -n --network: --router: --device-owner: "
        "--lines: --deleted --changes-since: --tags: --user: --type: --property: --private --public --shared --all",
    ),
    "linode-cli": (
        """
list view | linodes volumes domains nodebalancers firewalls images regions databases networking lke kernels events longview tags account stackscripts vpcs placement
ls | linodes volumes domains nodebalancers firewalls images regions lke events
records-list records-view | domains
configs-list configs-view nodes-list | nodebalancers
clusters-list cluster-view pools-list pool-view | lke
types ips-list disks-list configs-list backups-list | linodes
rules-list devices-list | firewalls
ips-list | networking
""",
        "--text --json --pretty --format: --no-headers --all --all-columns --delimiter: --page: --page-size: --label: "
        "--region: --status: --as-user: --no-truncation --no-defaults --order-by: --order: --markdown --ascii-table",
    ),
    "vultr-cli": (
        """
version | -
list get | instance bare-metal block-storage dns.domain dns.record firewall.group firewall.rule kubernetes load-balancer network os plans regions reserved-ip snapshot startup-script user vpc vpc2 iso application backups billing.history billing.invoice
bandwidth ipv4 ipv6 | instance
list | plans.metal
info | account
""",
        "-o: --output: --cursor: -c: --per-page: -p: --type: -t: --label: --region: --tag:",
    ),
    "scw": (
        """
version info | -
list get | instance.server instance.image instance.volume instance.snapshot instance.security-group instance.ip instance.placement-group rdb.instance rdb.database rdb.backup rdb.acl redis.cluster k8s.cluster k8s.pool k8s.node k8s.version lb.lb lb.backend lb.frontend lb.ip registry.namespace registry.image vpc.vpc vpc.private-network dns.zone dns.record baremetal.server account.project object.bucket block.volume block.snapshot marketplace.image
list | instance.server-type instance.volume-type rdb.engine rdb.node-type lb.lb-types
list-types | instance.server
get-stats list-ips | lb.lb rdb.instance
""",
        "-o: --output: -p: --profile:",
    ),
    "ibmcloud": (
        """
version regions target resource.groups account.list | -
instances instance volumes images vpcs subnets floating-ips security-groups load-balancers zones regions | is
ls | ks.cluster ks.worker ks.worker-pool ks.nlb-dns
get | ks.cluster ks.worker ks.worker-pool
service-instances service-instance groups search | resource
users | account
app.list job.list jobrun.list project.list | ce
""",
        "--output: -o: --json --cluster: -c: --worker: -q --quiet -g: --all-resource-groups --location: --type: --service-name: "
        "--all -r: --resource-group-id: --resource-group-name: --offset: --limit:",
    ),
    "exo": (
        """
version | -
list show | compute.instance compute.instance-pool compute.instance-type compute.instance-template compute.block-storage compute.elastic-ip compute.private-network compute.security-group compute.anti-affinity-group compute.load-balancer compute.sks compute.sks.nodepool dns storage zone limits
list | zone dbaas dbaas.type
versions | compute.sks
""",
        "-O: --output-format: -z: --zone: -A: --use-account: --output-template: -Q --quiet --all --visibility:",
    ),
    "yc": (
        """
version | -
list get | compute.instance compute.disk compute.image compute.snapshot compute.instance-group compute.zone compute.placement-group vpc.network vpc.subnet vpc.security-group vpc.address vpc.route-table vpc.gateway managed-kubernetes.cluster managed-kubernetes.node-group managed-postgresql.cluster managed-postgresql.database managed-mysql.cluster managed-mysql.database managed-redis.cluster managed-clickhouse.cluster managed-mongodb.cluster load-balancer.network-load-balancer load-balancer.target-group application-load-balancer.load-balancer dns.zone container.registry container.image container.repository resource-manager.cloud resource-manager.folder storage.bucket iam.service-account logging.group backup.vm operation
list-operations list-instances list-logs get-serial-port-output list-hosts list-nodes target-states list-records list-backups | compute.instance compute.instance-group managed-kubernetes.cluster managed-postgresql.cluster managed-mysql.cluster load-balancer.network-load-balancer dns.zone
list | config.profile
read | logging
""",
        "--format: --folder-id: --folder-name: --cloud-id: --profile: --id: --name: --limit: --jq: --no-user-output "
        "--since: --until: --filter: --levels: --group-name: --group-id: --full --retry: --follow --cluster-name: --cluster-id:",
    ),
    "civo": (
        """
version | -
list ls | instance database
list ls show | kubernetes network firewall firewall.rule domain domain.record volume loadbalancer region size diskimage snapshot ip teams
current | region
show | quota
versions applications.list | kubernetes
""",
        "-o: --output: -f: --fields: --region: --pretty -v --verbose",
    ),
    "eksctl": (
        """
version info | -
cluster clusters nodegroup nodegroups ng addon addons fargateprofile iamserviceaccount labels iamidentitymapping accessentry podidentityassociation | get
describe-cluster-versions describe-addon-versions describe-addon-configuration describe-stacks | utils
""",
        "--region: -r: --profile: -p: --cluster: --name: -n: --output: -o: --all-regions -A --chunk-size: -v: --verbose: "
        "--timeout: -C: --color: --namespace: --arn:",
    ),
    **dict.fromkeys(
        ("flyctl", "fly"),
        (
            """
version status logs releases | -
list show status | apps machine machines volumes postgres pg ips certs orgs checks services scale regions image autoscale
list-snapshots | volumes machine
snapshots.list | volumes
list check | certs checks
services.list volumes.list | -
regions vm-sizes | platform
whoami | auth
""",
            "-a: --app: -r: --region: -j --json --instance: -i: --machine: --no-tail -n -q --quiet --all --image --watch "
            "--rate: --org: -o: --verbose --select --jsonpath:",
        ),
    ),
    "heroku": (
        """
version status logs ps apps apps:info releases releases:info domains addons addons:info certs certs:info pg:info pg:ps pg:locks pg:diagnose pg:outliers pg:backups pg:backups:info pg:bloat pg:long-running-queries redis:info regions buildpacks maintenance features pipelines access auth:whoami notifications spaces members teams webhooks stack labs ps:type ps:wait builds apps:stacks domains:info | -
""",
        "-a: --app: -n: --num: -t --tail -p: -s: --source: -d: --dyno: -j --json -r: --remote: --ps: --all -A --space: "
        "--team: --extended -x --no-wrap --dyno-name: --process-type: --personal",
    ),
    "railway": (
        "version status logs list whoami | -",
        "-s: --service: -e: --environment: -d --deployment -b --build --json -n: --lines: --filter: --latest -p: --project:",
    ),
    "upcloud": ("version | -", ""),
}
_TABLES: dict[str, tuple[str, str]] = {
    "aws": (_AWS, _AWS_OPTIONS),
    "gcloud": (_GCLOUD, _GCLOUD_OPTIONS),
    "az": (_AZ, _AZ_OPTIONS),
    "doctl": (_DOCTL, _DOCTL_OPTIONS),
    "hcloud": (_HCLOUD, _HCLOUD_OPTIONS),
    **_OTHERS,
}
CLOUDS = tuple(_TABLES)
"""The tools that have a table."""
