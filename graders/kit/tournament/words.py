"""The words that pseudonyms are made of; they say nothing of how well one plays."""

_ADJECTIVES = (
    "amber autumn blue brisk bronze calm cedar cheerful clear copper coral cosy crimson curious"
    " dappled early evening fern friendly gentle golden green hazel humming indigo ivory jolly"
    " lemon lilac lively maple marble mellow merry misty morning mossy navy northern olive orange"
    " patient pearl plum polite purple quiet rosy russet saffron sandy scarlet silver singing"
    " snowy southern spring striped summer sunny teal tidy velvet violet wandering western white"
    " winter woodland yellow"
)
_ANIMALS = (
    "alpaca ant badger bat bear beaver bee bison bittern bluebird buffalo butterfly camel canary"
    " caribou cat chamois cicada condor crane cricket curlew deer dolphin dormouse dove dragonfly"
    " duck eagle egret elk ermine falcon ferret finch firefly flamingo fox gazelle gecko goldfinch"
    " grebe gull hare hawk hedgehog heron hoopoe horse ibex ibis jackdaw jay kestrel kingfisher"
    " kiwi koala lark lemur linnet llama lynx magpie marmot marten mole moose moth newt nightingale"
    " ocelot okapi oriole osprey otter owl panda partridge pelican penguin pigeon plover pony"
    " puffin quail rabbit raven reindeer robin salmon seal sparrow squirrel starling stork swallow"
    " swan swift tapir tern thrush toucan turtle vole wagtail walrus wombat woodpecker wren yak"
    " zebra"
)

ADJECTIVES = _ADJECTIVES.split()
ANIMALS = _ANIMALS.split()
